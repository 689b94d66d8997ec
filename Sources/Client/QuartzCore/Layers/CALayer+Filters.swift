import CoreGraphics
import Foundation
import MicaExtras
import MicaWire

extension CALayer {
    /// Sets how the layer is combined with what is behind it.
    package func setCompositingFilter(_ value: Any?) {
        var name: String?
        if let value {
            guard let given = value as? String ?? (value as? any RawRepresentable)?.rawValue as? String else {
                preconditionFailure("a compositingFilter is a String or nil, not a \(type(of: value))")
            }
            name = given.isEmpty ? nil : given
        }
        change(.compositingFilter, if: state.effects.compositingFilter != name) { $0.effects.compositingFilter = name }
    }

    /// Sets the filters or the background filters.
    package func setFilters(_ value: [Any]?, _ property: PropertyID) {
        guard let typed = PropertyValue(object: value, kind: .filters) else {
            preconditionFailure("the filters of a layer are LayerFilters of MicaExtras")
        }
        let list = typed == .filters([]) ? PropertyValue.none : typed
        change(property, if: state[property] != list) { $0.set(property, to: list) }
    }

    /// The filters as the program gave them.
    package func givenFilters(_ property: PropertyID) -> [Any]? { state[property].object() as? [Any] }

    /// The value at a path such as `filters.blur.inputRadius` or `filters.blur`.
    func readFilterValue(_ property: PropertyID, _ path: String) -> Any? {
        if let target = PropertyTarget(keyPath: path), let name = target.element {
            return read(property).filter(named: name)?[target.part.rawValue].object(
                isBoolean: target.part == .enabled)
        }
        let name = path.drop { $0 != "." }.dropFirst()
        return read(property).filter(named: String(name)).map { LayerFilter(state: $0) }
    }

    /// Sets the value at a path such as `filters.blur.inputRadius`.
    func writeFilterValue(_ value: Any?, _ property: PropertyID, _ path: String) {
        guard let target = PropertyTarget(keyPath: path), let name = target.element,
            let typed = PropertyValue(object: value, kind: target.kind),
            let whole = read(property).setting(target.part.rawValue, ofFilter: name, to: typed)
        else { preconditionFailure("\(path) of a layer cannot be set to \(String(describing: value))") }
        write(property, whole)
    }
}
