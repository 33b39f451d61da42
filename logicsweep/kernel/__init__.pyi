from .library import kernel_in_use as kernel_in_use
