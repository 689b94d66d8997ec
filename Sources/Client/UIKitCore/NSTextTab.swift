import CoreGraphics
import CoreText
import Foundation

/// A tab stop of a paragraph.
open class NSTextTab: NSObject, NSCopying, NSSecureCoding {
    /// The stop's values for Core Text.
    package let stop: TabStop

    /// Makes a stop from Core Text's values.
    package init(stop: TabStop) {
        self.stop = stop
        super.init()
    }

    /// Makes a stop; options have no effect here.
    ///
    /// - Parameters:
    ///   - alignment: The side of the text after the tab that is at the stop; justified and natural count as left.
    ///   - loc: The distance from the beginning of the line, in points.
    public convenience init(
        textAlignment alignment: NSTextAlignment, location loc: CGFloat, options: [OptionKey: Any] = [:]
    ) {
        let own: TabStop.Alignment =
            switch alignment {
            case .right: .right
            case .center: .center
            default: .left
            }
        self.init(stop: TabStop(location: loc.isFinite ? Double(loc) : 0, alignment: own))
    }

    /// Reads a stop from an archive; nil if it is damaged.
    public required init?(coder: NSCoder) {
        let location = coder.decodeDouble(forKey: "NSLocation")
        let alignment = UInt8(exactly: coder.decodeInteger(forKey: "NSAlignment"))
        guard location.isFinite, let own = alignment.flatMap({ TabStop.Alignment(rawValue: $0) }) else { return nil }
        stop = TabStop(location: location, alignment: own)
        super.init()
    }

    /// Writes the stop into an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(stop.location, forKey: "NSLocation")
        coder.encode(Int(stop.alignment.rawValue), forKey: "NSAlignment")
    }

    /// True: archives of stops can be read securely.
    public static var supportsSecureCoding: Bool { true }

    /// The object itself, which never changes.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    open override func isEqual(_ object: Any?) -> Bool { (object as? NSTextTab)?.stop == stop }
    open override var hash: Int { stop.hashValue }

    /// The side of the text after the tab that is at the stop.
    open var alignment: NSTextAlignment {
        switch stop.alignment {
        case .left: .left
        case .right: .right
        case .center: .center
        }
    }

    /// The distance from the beginning of the line, in points.
    open var location: CGFloat { CGFloat(stop.location) }

    /// The name of an option.
    public struct OptionKey: RawRepresentable, Hashable, Sendable {
        /// The name.
        public var rawValue: String
        /// Makes an option's name.
        public init(rawValue: String) { self.rawValue = rawValue }
    }
}
