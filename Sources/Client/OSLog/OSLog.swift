/// The module OSLog has the names of the module os, as Apple's has beside those that read the store of messages back.
@_exported import os
