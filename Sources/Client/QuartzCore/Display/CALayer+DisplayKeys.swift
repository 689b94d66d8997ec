import CoreGraphics
import Foundation

/// The keys of the properties that say how a layer is drawn; the server does not know them.
enum DisplayKey: String, CaseIterable {
    case contentsFormat, needsDisplayOnBoundsChange, drawsAsynchronously

    /// The value of a new layer; as an object of Foundation a name casts to String and to its own type.
    var defaultValue: Any {
        switch self {
        case .contentsFormat: NSString(string: CALayerContentsFormat.RGBA8Uint.rawValue)
        case .needsDisplayOnBoundsChange, .drawsAsynchronously: NSNumber(value: false)
        }
    }

    /// The value of a layer, through its accessor.
    func read(_ layer: CALayer) -> Any {
        switch self {
        case .contentsFormat: NSString(string: layer.contentsFormat.rawValue)
        case .needsDisplayOnBoundsChange: NSNumber(value: layer.needsDisplayOnBoundsChange)
        case .drawsAsynchronously: NSNumber(value: layer.drawsAsynchronously)
        }
    }

    /// Sets the value of a layer, through its accessor; nil sets the default. False when it is of another type.
    func write(_ value: Any?, _ layer: CALayer) -> Bool {
        let value = value ?? defaultValue
        switch self {
        case .contentsFormat:
            let name = value as? String ?? (value as? CALayerContentsFormat)?.rawValue
            guard let name else { return false }
            layer.contentsFormat = CALayerContentsFormat(rawValue: name)
        case .needsDisplayOnBoundsChange:
            guard let flag = (value as? NSNumber)?.boolValue ?? (value as? Bool) else { return false }
            layer.needsDisplayOnBoundsChange = flag
        case .drawsAsynchronously:
            guard let flag = (value as? NSNumber)?.boolValue ?? (value as? Bool) else { return false }
            layer.drawsAsynchronously = flag
        }
        return true
    }

    /// Whether an archive holds the value of a layer.
    ///
    /// *Source*: measured on Apple's, gnustep/libs-quartzcore, Tests/quartzcore/CALayer/modern.m: the format always; the
    /// others, as assumed, when they are not the defaults.
    func isArchived(_ layer: CALayer) -> Bool {
        switch self {
        case .contentsFormat: true
        case .needsDisplayOnBoundsChange: layer.needsDisplayOnBoundsChange
        case .drawsAsynchronously: layer.drawsAsynchronously
        }
    }
}

extension CALayer {
    /// Writes how the layer is drawn into an archive.
    func writeDisplay(_ coder: NSCoder) {
        for key in DisplayKey.allCases where shouldArchiveValue(forKey: key.rawValue) {
            ArchivedValue.encode(key.read(self), coder, key.rawValue)
        }
    }

    /// Reads what `writeDisplay` wrote; false when something is damaged.
    func readDisplay(_ coder: NSCoder) -> Bool {
        for key in DisplayKey.allCases where coder.containsValue(forKey: key.rawValue) {
            guard let value = ArchivedValue.decode(coder, key.rawValue), key.write(value, self) else { return false }
        }
        return true
    }
}
