/// An element of a parsed XML file.
package struct MarkupElement: Sendable {
    /// The name, with its prefix if it has one.
    package var name: String
    /// The attributes, in the order of the file.
    package var attributes: [MarkupAttribute]
    /// The child elements, in the order of the file.
    package var children: [MarkupElement]
    /// The character data directly in the element, joined.
    package var text: String
    /// Where its `<` is.
    package var location: DocumentLocation

    package init(
        name: String, attributes: [MarkupAttribute], children: [MarkupElement], text: String, location: DocumentLocation
    ) {
        self.name = name
        self.attributes = attributes
        self.children = children
        self.text = text
        self.location = location
    }

    /// The value of the attribute with the name; nil when there is none.
    package func attribute(_ name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }
}

/// An attribute of an element.
package struct MarkupAttribute: Sendable {
    /// The name, with its prefix if it has one.
    package let name: String
    /// The value, with references replaced and white space normalised as XML says.
    package let value: String
    /// Where its name begins.
    package let location: DocumentLocation

    package init(name: String, value: String, location: DocumentLocation) {
        self.name = name
        self.value = value
        self.location = location
    }
}

/// How much an XML file may hold; what exceeds it is refused before it costs memory.
package struct MarkupLimits: Sendable {
    /// The longest file, in bytes.
    package var bytes = 32 << 20
    /// The deepest nesting of elements; later stages recurse over the tree, so this also bounds their stack.
    package var depth = 160
    /// The most elements in a file.
    package var elements = 400_000
    /// The most attributes of one element.
    package var attributes = 400

    /// Makes the limits for documents of unknown origin.
    package init() {}

    /// The limits for documents of unknown origin.
    package static let standard = MarkupLimits()
}
