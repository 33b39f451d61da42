from .animated import animation as animation, gif as gif
from .drawn import html as html, png as png, strip as strip, svg as svg
from .game_strips import game_strip as game_strip
from .strips import Strip as Strip
