@_exported import Foundation

// Foundation on Linux has no Core Foundation types. Client code names them in casts (`options as CFDictionary`) and in
// signatures; each is the Swift value that such a cast starts from, so that the cast is the identity.

/// A dictionary as Core Foundation's functions take it.
public typealias CFDictionary = [AnyHashable: Any]
/// A dictionary that the receiver may change.
public typealias CFMutableDictionary = NSMutableDictionary
/// An array as Core Foundation's functions take it.
public typealias CFArray = [Any]
/// A string as Core Foundation's functions take it.
public typealias CFString = String
/// An address of a resource as Core Foundation's functions take it.
public typealias CFURL = URL
/// Bytes as Core Foundation's functions take them.
public typealias CFData = Data
/// Bytes that grow, for functions that write into them.
public typealias CFMutableData = NSMutableData
/// A number as Core Foundation's functions take it.
public typealias CFNumber = NSNumber
/// A truth value as Core Foundation's functions take it.
public typealias CFBoolean = NSNumber
/// A value of any Core Foundation type; some of those are no objects here, such as strings.
public typealias CFTypeRef = Any
/// A count of elements, or a position among them.
public typealias CFIndex = Int
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

/// How many elements an array has.
public func CFArrayGetCount(_ theArray: CFArray!) -> CFIndex { theArray.count }

/// How many elements an array has that are an object or value, within a range; 0 for what does not compare.
public func CFArrayGetCountOfValue(_ theArray: CFArray!, _ range: CFRange, _ value: Any) -> CFIndex {
    guard let value = value as? AnyHashable else { return 0 }
    let bounds = range.location..<(range.location + range.length)
    return theArray[bounds.clamped(to: 0..<theArray.count)].count { ($0 as? AnyHashable) == value }
}

/// The object at a place of an array, as a pointer that lives as long as the array does; client code casts it
/// (`unsafeBitCast(CFArrayGetValueAtIndex(runs, i), to: CTRun.self)`). nil for an element that is no object of a class.
///
/// - Precondition: the place is in the array.
public func CFArrayGetValueAtIndex(_ theArray: CFArray!, _ idx: CFIndex) -> UnsafeRawPointer! {
    guard type(of: theArray[idx]) is AnyClass else { return nil }
    return unsafe UnsafeRawPointer(Unmanaged.passUnretained(theArray[idx] as AnyObject).toOpaque())
}

/// How many pairs a dictionary has.
public func CFDictionaryGetCount(_ theDict: CFDictionary!) -> CFIndex { theDict.count }

/// How many units of UTF-16 a text has.
public func CFStringGetLength(_ theString: CFString!) -> CFIndex { theString.utf16.count }

/// How many units of UTF-16 a text with attributes has.
public func CFAttributedStringGetLength(_ aStr: CFAttributedString!) -> CFIndex { aStr.length }

/// How many bytes there are.
public func CFDataGetLength(_ theData: CFData!) -> CFIndex { theData.count }

/// Text with attributes as Core Foundation's functions take it.
public typealias CFAttributedString = NSAttributedString
/// Text with attributes that the receiver may change.
public typealias CFMutableAttributedString = NSMutableAttributedString

/// A part of a list or of a text, which counts in UTF-16.
public struct CFRange: Sendable, Hashable {
    /// Where it begins.
    public var location: CFIndex
    /// How long it is.
    public var length: CFIndex

    /// Makes the range of nothing at the start.
    public init() { (location, length) = (0, 0) }

    /// Makes a range.
    public init(location: CFIndex, length: CFIndex) { (self.location, self.length) = (location, length) }
}

/// Makes a range.
public func CFRangeMake(_ loc: CFIndex, _ len: CFIndex) -> CFRange { CFRange(location: loc, length: len) }
