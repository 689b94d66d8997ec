import CoreGraphics
import Foundation
import MicaWire

extension CALayer {
    /// Applies the style's values to properties that were never set. Properties that the style no longer names return
    /// to their defaults. A value of the wrong type counts as none.
    ///
    /// *Source*: Apple, CALayer.h: a style supplies values for properties that the layer does not set itself.
    package func applyStyle(insteadOf old: [AnyHashable: Any]?) {
        guard old != nil || style != nil else { return }
        let classes = type(of: self).classes
        let size = state.bounds.size
        for row in LayerPropertyTable.rows
        where row.property != .mask && !assigned.contains(row.property) && !row.owners.isDisjoint(with: classes) {
            let given = styleValue(row.key)
            let typed = given.flatMap { PropertyValue(object: $0, kind: row.kind) } ?? row.defaultValue
            guard state[row.property] != typed else { continue }
            state[row.property] = typed
            if row.property == .contents { contentsObject = typed == row.defaultValue ? nil : given }
            note(row.property)
        }
        if modelLayer == nil, size != state.bounds.size { resizeSublayers(withOldSize: size) }
    }
}
