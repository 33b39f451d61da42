from .circuit import Circuit as Circuit, Node as Node
from .compiling import circuit_of as circuit_of
