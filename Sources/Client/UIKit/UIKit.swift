// `import UIKit` brings QuartzCore, CoreGraphics, Core Text and Foundation with its networking, as on Apple's platforms.
@_exported import CoreGraphics
@_exported import CoreText
@_exported import FoundationNetworking
@_exported import QuartzCore

/// Whole numbers, as Objective-C's headers call them. *Source*: Apple, Foundation.
public typealias NSInteger = Int
