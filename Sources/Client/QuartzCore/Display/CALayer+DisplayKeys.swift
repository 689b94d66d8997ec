import CoreGraphics
import Foundation

/// The keys of the properties that control drawing on the client; the server does not know them.
enum DisplayKey: String, CaseIterable {
    case contentsFormat, needsDisplayOnBoundsChange, drawsAsynchronously

    /// The default. A name is an object of Foundation, so that it casts to String and to its own type.
    var defaultValue: Any {
        switch self {
        case .contentsFormat: NSString(string: CALayerContentsFormat.RGBA8Uint.rawValue)
        case .needsDisplayOnBoundsChange, .drawsAsynchronously: NSNumber(value: false)
        }
    }

    /// The layer's value, through its accessor.
    func read(_ layer: CALayer) -> Any {
        switch self {
        case .contentsFormat: NSString(string: layer.contentsFormat.rawValue)
        case .needsDisplayOnBoundsChange: NSNumber(value: layer.needsDisplayOnBoundsChange)
        case .drawsAsynchronously: NSNumber(value: layer.drawsAsynchronously)
        }
    }

    /// Sets the layer's value through its accessor; nil sets the default. False when the value has another type.
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

    /// Whether an archive of the layer holds the value.
    ///
    /// *Source*: measured on Apple's, gnustep/libs-quartzcore, Tests/quartzcore/CALayer/modern.m: the format always.
    /// For the others it is assumed: when they differ from the defaults.
    func isArchived(_ layer: CALayer) -> Bool {
        switch self {
        case .contentsFormat: true
        case .needsDisplayOnBoundsChange: layer.needsDisplayOnBoundsChange
        case .drawsAsynchronously: layer.drawsAsynchronously
        }
    }
}

extension CALayer {
    /// Writes the properties that control drawing into an archive.
    func writeDisplay(_ coder: NSCoder) {
        for key in DisplayKey.allCases where shouldArchiveValue(forKey: key.rawValue) {
            ArchivedValue.encode(key.read(self), coder, key.rawValue)
        }
    }

    /// Reads the properties that `writeDisplay` wrote; false when a value is damaged.
    func readDisplay(_ coder: NSCoder) -> Bool {
        for key in DisplayKey.allCases where coder.containsValue(forKey: key.rawValue) {
            guard let value = ArchivedValue.decode(coder, key.rawValue), key.write(value, self) else { return false }
        }
        return true
    }
}
