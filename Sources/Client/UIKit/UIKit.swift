// `import UIKit` brings QuartzCore, CoreGraphics, Core Text and Foundation (networking included), as on Apple's
// platforms.
@_exported import CoreGraphics
@_exported import CoreText
@_exported import FoundationNetworking
@_exported import QuartzCore

/// The name of `Int` in Objective-C's headers. *Source*: Apple, Foundation.
public typealias NSInteger = Int
