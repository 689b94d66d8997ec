/// An element of a parsed XML file.
package struct MarkupElement: Sendable {
    /// The name, with its prefix if it has one.
    package var name: String
    /// The attributes, in the order of the file.
    package var attributes: [MarkupAttribute]
    /// The child elements, in the order of the file.
    package var children: [MarkupElement]
    /// The element's own character data, joined.
    package var text: String
    /// The location of its `<`.
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

    /// The value of an attribute; nil when there is none.
    package func attribute(_ name: String) -> String? {
        attributes.first { $0.name == name }?.value
    }
}

/// An attribute of an element.
package struct MarkupAttribute: Sendable {
    /// The name, with its prefix if it has one.
    package let name: String
    /// The value, with references replaced and white space normalised by XML's rules.
    package let value: String
    /// The location of its name.
    package let location: DocumentLocation

    package init(name: String, value: String, location: DocumentLocation) {
        self.name = name
        self.value = value
        self.location = location
    }
}

/// Limits on an XML file; a file that exceeds them is refused before it uses memory.
package struct MarkupLimits: Sendable {
    /// The longest file, in bytes.
    package var bytes = 32 << 20
    /// The deepest nesting of elements; this also bounds the stack of later stages, which recurse over the tree.
    package var depth = 160
    /// The most elements in a file.
    package var elements = 400_000
    /// The most attributes of one element.
    package var attributes = 400

    /// The limits for documents of unknown origin.
    package init() {}

    /// The limits for documents of unknown origin.
    package static let standard = MarkupLimits()
}
