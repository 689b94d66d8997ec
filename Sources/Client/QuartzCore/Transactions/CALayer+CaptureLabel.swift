import MicaWire

/// An object with layers that captures, lint and pages name: a view.
package protocol CaptureNamed: AnyObject {
    /// The object's own name, or the text that it shows; nil for none.
    var captureName: String? { get }
}

extension CALayer {
    /// The layer's label in a capture.
    ///
    /// The layer of a view has the view's class, with its own in brackets if it is no plain CALayer, and, unless the layer
    /// has a name, the view's name or text.
    package var captureLabel: CaptureLabel {
        let own = String(describing: type(of: self))
        guard let view = delegate as? any CaptureNamed else { return CaptureLabel(name: name ?? "", className: own) }
        let viewClass = String(describing: type(of: view))
        let name = self.name ?? view.captureName ?? ""
        return CaptureLabel(
            name: String(name.prefix(Self.longestCaptureName)),
            className: type(of: self) == CALayer.self ? viewClass : "\(viewClass) (\(own))")
    }

    /// The most characters of a view's text in a label.
    private static let longestCaptureName = 60
}
