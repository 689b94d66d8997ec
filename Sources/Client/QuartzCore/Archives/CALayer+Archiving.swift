import Foundation
import MicaWire

extension CALayer {
    /// The default of the value under a key; nil when there is none.
    ///
    /// *Source*: measured on Apple's, gnustep/libs-quartzcore, Tests/quartzcore/CALayer: geometry.m (bounds, position,
    /// anchorPoint, contentsScale) and masking.m (minificationFilterBias, mask).
    package class func standardValue(_ key: String) -> Any? {
        if let own = DisplayKey(rawValue: key) { return own.defaultValue }
        guard let row = LayerPropertyTable.row(forKey: key, of: classes) else { return nil }
        switch row.property {
        case .bounds, .position, .minificationFilterBias, .compositingFilter: return nil
        default: return row.defaultValue.object(isBoolean: row.isBoolean)
        }
    }

    /// Whether an archive holds the value under a key: the default of `shouldArchiveValue(forKey:)`.
    ///
    /// *Source*: measured on Apple's, gnustep/libs-quartzcore, Tests/quartzcore/CALayer/archiving.m.
    package func isArchived(_ key: String) -> Bool {
        if let row = LayerPropertyTable.row(forKey: key, of: type(of: self).classes) {
            switch row.property {
            case .allowsGroupOpacity, .cornerCurve, .allowsEdgeAntialiasing: return true
            default: return assigned.contains(row.property)
            }
        }
        if let own = DisplayKey(rawValue: key) { return own.isArchived(self) }
        switch key {
        case "frame", "superlayer", "delegate", "visibleRect": return false
        case "sublayers": return !links.sublayers.isEmpty
        case "name": return name != nil
        case "actions": return actions != nil
        case "style": return style != nil
        case "autoresizingMask": return !autoresizingMask.isEmpty
        case "constraints": return constraints != nil
        case "layoutManager": return layoutManager != nil
        default: return customValues[key] != nil
        }
    }
}
