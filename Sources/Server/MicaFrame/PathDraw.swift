import MicaRaster
import MicaWire

/// The inside of a path, in an op's local space.
package struct PathDraw: Sendable, Equatable {
    /// The path; of a line, its outline.
    package var path: Path
    /// What counts as inside.
    package var rule: FillRule

    package init(path: Path, rule: FillRule) {
        (self.path, self.rule) = (path, rule)
    }
}
