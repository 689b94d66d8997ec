// Table views, collection views, their layouts and data sources.
@_exported import UIKitCore
