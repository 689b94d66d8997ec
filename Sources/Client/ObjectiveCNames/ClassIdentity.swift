// A class is an object on Apple's systems, so that two are compared by `===`. Swift on Linux compares only instances by it.

/// Whether two classes are the same, or both are nil.
public func === (first: AnyClass?, second: AnyClass?) -> Bool {
    first.map(ObjectIdentifier.init) == second.map(ObjectIdentifier.init)
}

/// Whether two classes differ.
public func !== (first: AnyClass?, second: AnyClass?) -> Bool { !(first === second) }
