from .families import FAMILIES as FAMILIES, Family as Family, family_of as family_of
from .folder import (
    ListedInstance as ListedInstance,
    Manifest as Manifest,
    write_instances as write_instances,
)
from .instance import Instance as Instance, instance_of as instance_of
