/// Parts of a list of filters.
extension PropertyValue {
    /// The first filter with a name in a list of filters; nil when there is none.
    package func filter(named name: String) -> FilterState? {
        guard case .filters(let list) = self else { return nil }
        return list.first { $0.name == name }
    }

    /// A copy of the list of filters in which one input of the first filter of a name has a new value; nil when there
    /// is no such filter or input, or the value is of another kind.
    package func setting(_ input: String, ofFilter name: String, to value: PropertyValue) -> PropertyValue? {
        guard case .filters(var list) = self, let index = list.firstIndex(where: { $0.name == name }),
            list[index].set(input, to: value)
        else { return nil }
        return .filters(list)
    }
}
