// The base of UIKit: views, layout, animation, touches, controls, controllers. It brings QuartzCore, CoreGraphics, Core Text and
// Foundation (networking included), as UIKit does on Apple's platforms. Programs import UIKit, which re-exports it.
@_exported import CoreGraphics
@_exported import CoreText
@_exported import FoundationNetworking
@_exported import QuartzCore

/// The name of `Int` in Objective-C's headers. *Source*: Apple, Foundation.
public typealias NSInteger = Int
