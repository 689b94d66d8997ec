import MicaBase
import MicaWire

/// Filters of layers: elements `<CAFilter filter="gaussianBlur" inputRadius="20" name="blur"/>`.
extension CAMLReader {
    /// Reads the filters in an element; unknown filters give a warning and are left out.
    mutating func filters(_ element: MarkupElement) throws(DocumentError) -> DocumentValue {
        try enter(element)
        defer { leave() }
        var filters: [FilterState] = []
        for child in element.children {
            let child = try resolved(child)
            if child.name == "null" || child.name == "nil" { continue }
            if let filter = filter(child) { filters.append(filter) }
        }
        return .filters(filters)
    }

    private mutating func filter(_ element: MarkupElement) -> FilterState? {
        let type = element.attribute("filter") ?? element.attribute("name") ?? ""
        guard let kind = FilterState.Kind(rawValue: type) else {
            warn(element, "the filter \"\(shortened(type))\" is not known and is left out")
            return nil
        }
        var filter = FilterState(kind, name: element.attribute("name"))
        for attribute in element.attributes {
            set(attribute.name, attribute.value, opacity: nil, of: &filter, at: attribute.location)
        }
        for child in element.children {
            let value = child.attribute("value") ?? child.text
            set(child.name, value, opacity: child.attribute("opacity"), of: &filter, at: child.location)
        }
        return filter
    }

    private mutating func set(
        _ key: String, _ text: String, opacity: String?, of filter: inout FilterState, at location: DocumentLocation
    ) {
        if Vocabulary.silentFilterKeys.contains(key) {
            if key == "inputNormalizeEdges", text != "0" { warn(location, "\"\(key)\" has no effect") }
            return
        }
        let value: PropertyValue?
        switch filter[key] {
        case .number: value = ValueParser.number(text).map { .number($0) }
        case .color:
            let color = ValueParser.color(text, opacity: opacity.flatMap(ValueParser.number))
            value = color.map {
                .color(ColorValue(red: $0.red, green: $0.green, blue: $0.blue, alpha: $0.alpha))
            }
        case .numbers:
            let separators = " ,;\t\n\r"
            let parts = text.split(whereSeparator: { separators.contains($0) }).map(String.init)
            let numbers = parts.compactMap(ValueParser.number)
            value = numbers.count == parts.count ? .numbers(numbers) : nil
        default:
            warn(location, "the filter \(filter.kind.rawValue) has no \"\(shortened(key))\"")
            return
        }
        if let value, value.isFiniteInput, filter.set(key, to: value) { return }
        warn(location, "\"\(shortened(text))\" is no value for \"\(shortened(key))\"")
    }
}

extension PropertyValue {
    /// Whether all numbers of a filter's input are finite.
    fileprivate var isFiniteInput: Bool {
        switch self {
        case .number(let v): v.isFinite
        case .color(let v): [v.red, v.green, v.blue, v.alpha].allSatisfy(\.isFinite)
        case .numbers(let v): v.allSatisfy(\.isFinite)
        default: false
        }
    }
}
