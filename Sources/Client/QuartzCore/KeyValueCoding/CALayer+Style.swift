import CoreGraphics
import Foundation
import MicaWire

extension CALayer {
    /// Gives the style's values to the properties that were never set, and their defaults back to those that it no longer
    /// names; a value that the property cannot have counts as none.
    ///
    /// *Source*: Apple, CALayer.h: a style gives the values of properties that the layer itself does not.
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
