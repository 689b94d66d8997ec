// `import UIKit` brings all of UIKit. Its parts are modules of their own, so that an edit in lists compiles no controls.
@_exported import UIKitControllers
@_exported import UIKitCore
@_exported import UIKitLists
@_exported import UIKitNibs
@_exported import UIKitText
