from .drawn import html as html, png as png, svg as svg
