from .bulk import positions as positions
from .columns import Positions as Positions
from .manifest import DatasetManifest as DatasetManifest
from .records import Position as Position, Unanswered as Unanswered, dataset as dataset
from .shards import Shards as Shards, read_positions as read_positions, read_shards as read_shards
