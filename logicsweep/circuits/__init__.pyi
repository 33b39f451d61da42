from .circuit import Circuit as Circuit
from .compiling import circuit_of as circuit_of
from .nodes import Node as Node
