@_exported import Foundation

// Foundation on Linux has no Core Foundation types. Client code names them in casts (`options as CFDictionary`) and
// in signatures. Each type here is an alias of the Swift type from which such casts start, so that the cast is the
// identity.

/// A dictionary as Core Foundation's functions take it.
public typealias CFDictionary = [AnyHashable: Any]
/// A dictionary that the receiver may change.
public typealias CFMutableDictionary = NSMutableDictionary
/// An array as Core Foundation's functions take it.
public typealias CFArray = [Any]
/// A string as Core Foundation's functions take it.
public typealias CFString = String
/// A URL as Core Foundation's functions take it.
public typealias CFURL = URL
/// Bytes as Core Foundation's functions take them.
public typealias CFData = Data
/// Mutable bytes, for functions that append to them.
public typealias CFMutableData = NSMutableData
/// A number as Core Foundation's functions take it.
public typealias CFNumber = NSNumber
/// A truth value as Core Foundation's functions take it.
public typealias CFBoolean = NSNumber
/// A value of any Core Foundation type; some are no objects here, such as strings.
public typealias CFTypeRef = Any
/// An error as Core Foundation's functions give it.
public typealias CFError = NSError
/// A count of elements, or an index.
public typealias CFIndex = Int
/// The type of sets of options of Core Foundation.
public typealias CFOptionFlags = UInt
/// A length of time. *Units*: seconds.
public typealias CFTimeInterval = Double
/// A point in time. *Units*: seconds since 1 January 2001, 00:00 UTC.
public typealias CFAbsoluteTime = Double

/// The truth value true, for option dictionaries.
public var kCFBooleanTrue: CFBoolean! { NSNumber(value: true) }
/// The truth value false, for option dictionaries.
public var kCFBooleanFalse: CFBoolean! { NSNumber(value: false) }

/// The time now, as Core Foundation counts it. *Units*: seconds since 1 January 2001, 00:00 UTC.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime {
    Date().timeIntervalSinceReferenceDate
}

/// The number of elements of an array.
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { theArray.count }

/// How often a value occurs in a range of an array; values that cannot be compared do not count.
public func CFArrayGetCountOfValue(_ theArray: CFArray!, _ range: CFRange, _ value: Any) -> CFIndex {
    guard let value = value as? AnyHashable else { return 0 }
    let bounds = range.location..<(range.location + range.length)
    return theArray[bounds.clamped(to: 0..<theArray.count)].count { ($0 as? AnyHashable) == value }
}

/// A pointer to the object at an index of an array, valid while the array lives; nil when the element is no object.
///
/// Client code casts the pointer: `unsafeBitCast(CFArrayGetValueAtIndex(runs, i), to: CTRun.self)`.
///
/// - Precondition: the index is in the array.
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
    guard type(of: theArray[idx]) is AnyClass else { return nil }
    return unsafe UnsafeRawPointer(Unmanaged.passUnretained(theArray[idx] as AnyObject).toOpaque())
}

/// The number of pairs in a dictionary.
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex { theDict.count }

/// The number of UTF-16 units of a string.
public func CFStringGetLength(_ theString: CFString!) -> CFIndex { theString.utf16.count }

/// The number of UTF-16 units of an attributed string.
public func CFAttributedStringGetLength(_ aStr: CFAttributedString!) -> CFIndex { aStr.length }

/// The number of bytes.
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData.count }

/// An attributed string as Core Foundation's functions take it.
public typealias CFAttributedString = NSAttributedString
/// A mutable attributed string as Core Foundation's functions take it.
public typealias CFMutableAttributedString = NSMutableAttributedString

/// A range of a list, or of a string in UTF-16 units.
public struct CFRange: Sendable, Hashable {
    /// The index of the first element.
    public var location: CFIndex
    /// The number of elements.
    public var length: CFIndex

    /// Makes the empty range at 0.
    public init() { (location, length) = (0, 0) }

    /// Makes a range.
    public init(location: CFIndex, length: CFIndex) { (self.location, self.length) = (location, length) }
}

/// Makes a range.
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange { CFRange(location: loc, length: len) }

/// The key of a bundle's version.
public let kCFBundleVersionKey: CFString = "CFBundleVersion"
/// The key of a bundle's identifier.
public let kCFBundleIdentifierKey: CFString = "CFBundleIdentifier"
/// The key of a bundle's name.
public let kCFBundleNameKey: CFString = "CFBundleName"
/// The key of the name of a bundle's program.
public let kCFBundleExecutableKey: CFString = "CFBundleExecutable"
/// The key of the version of the dictionary's format.
public let kCFBundleInfoDictionaryVersionKey: CFString = "CFBundleInfoDictionaryVersion"
/// The key of a bundle's first language.
public let kCFBundleDevelopmentRegionKey: CFString = "CFBundleDevelopmentRegion"
/// The key of a bundle's languages.
public let kCFBundleLocalizationsKey: CFString = "CFBundleLocalizations"
