// Controllers that hold others, presentations, alerts, menus, bars and pickers.
@_exported import UIKitCore
@_exported import UIKitLists
@_exported import UIKitText
