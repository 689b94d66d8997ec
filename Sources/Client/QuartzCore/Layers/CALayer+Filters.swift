import CoreGraphics
import Foundation
import MicaValues
import MicaWire

extension CALayer {
    /// Sets how the layer is combined with its background. An object that is no String is stored, and has no effect.
    package func setCompositingFilter(_ value: Any?) {
        var name: String?
        if let value {
            let given = value as? String ?? (value as? any RawRepresentable)?.rawValue as? String
            keep(given == nil ? value : nil, "compositingFilter")
            name = given?.isEmpty == true ? nil : given
        } else {
            keep(nil, "compositingFilter")
        }
        change(.compositingFilter, if: state.effects.compositingFilter != name) { $0.effects.compositingFilter = name }
    }

    /// Sets the filters or the background filters. Objects that are no LayerFilter are stored, and have no effect.
    package func setFilters(_ value: [Any]?, _ property: PropertyID) {
        let known = (value ?? []).compactMap { ($0 as? LayerFilter)?.state }
        keep(known.count < (value?.count ?? 0) ? value : nil, LayerPropertyTable.row(property).key)
        let list = known.isEmpty ? PropertyValue.none : .filters(known)
        change(property, if: state[property] != list) { $0.set(property, to: list) }
    }

    /// The filters as the program gave them.
    package func givenFilters(_ property: PropertyID) -> [Any]? {
        storedValue(LayerPropertyTable.row(property).key) as? [Any] ?? state[property].object() as? [Any]
    }

    /// The value at a path such as `filters.blur.inputRadius` or `filters.blur`.
    func readFilterValue(_ property: PropertyID, _ path: String) -> Any? {
        if let target = PropertyTarget(keyPath: path), let name = target.element {
            return read(property).filter(named: name)?[target.part.rawValue].object(
                isBoolean: target.part == .enabled)
        }
        let name = path.drop { $0 != "." }.dropFirst()
        return read(property).filter(named: String(name)).map { LayerFilter(state: $0) }
    }

    /// Sets the value at a path such as `filters.blur.inputRadius`; does nothing when there is no such filter or input.
    func writeFilterValue(_ value: Any?, _ property: PropertyID, _ path: String) {
        guard let target = PropertyTarget(keyPath: path), let name = target.element,
            let typed = PropertyValue(object: value, kind: target.kind),
            let whole = read(property).setting(target.part.rawValue, ofFilter: name, to: typed)
        else { return }
        if !writeIfTaken(property, whole) { Self.sayUnread(value, path) }
    }
}
