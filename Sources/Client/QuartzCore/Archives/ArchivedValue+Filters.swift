import Foundation
import MicaValues
import MicaWire

/// Filters in archives: a dictionary of lists with one entry for each filter.
extension ArchivedValue {
    /// A list of filters as an object for an archive.
    static func archived(_ filters: [FilterState]) -> NSDictionary {
        NSDictionary(dictionary: [
            "kind": NSString(string: "filters"),
            "types": NSArray(array: filters.map { NSString(string: $0.kind.rawValue) }),
            "names": NSArray(array: filters.map { NSString(string: $0.name) }),
            "enabled": NSArray(array: filters.map { NSNumber(value: $0.isEnabled) }),
            "inputs": NSArray(
                array: filters.map { filter in NSArray(array: filter.numbers.map { NSNumber(value: $0) }) }),
        ])
    }

    /// The filters in an archive's dictionary; nil when they are damaged.
    static func filters(_ dictionary: [String: Any]) -> [LayerFilter]? {
        guard let types = dictionary["types"] as? [Any], let names = dictionary["names"] as? [Any],
            let enabled = dictionary["enabled"] as? [Any], let inputs = dictionary["inputs"] as? [Any],
            types.count == names.count, types.count == enabled.count, types.count == inputs.count
        else { return nil }
        var filters: [LayerFilter] = []
        for index in types.indices {
            let numbers = (inputs[index] as? [Any])?.compactMap { ($0 as? NSNumber)?.doubleValue }
            guard let kind = (types[index] as? String).flatMap({ FilterState.Kind(rawValue: $0) }),
                let name = names[index] as? String, let isEnabled = (enabled[index] as? NSNumber)?.boolValue,
                let numbers, numbers.allSatisfy(\.isFinite),
                let state = FilterState(kind, name: name, isEnabled: isEnabled, numbers: numbers)
            else { return nil }
            filters.append(LayerFilter(state: state))
        }
        return filters
    }
}
