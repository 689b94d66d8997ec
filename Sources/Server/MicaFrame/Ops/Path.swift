import MicaBase

/// The inside of a path, in an op's local space.
package struct PathDraw: Sendable, Equatable {
    /// The path; for a stroke, its outline.
    package var path: Path
    /// The rule for the inside.
    package var rule: FillRule

    package init(path: Path, rule: FillRule) {
        (self.path, self.rule) = (path, rule)
    }
}
