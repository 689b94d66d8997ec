import MicaGeometry

/// The operations of a drawing that is to be done later, elsewhere.
///
/// What an operation looks at (state, paint, the cells of patterns, the pixels of images) is made when it is taken down, so
/// that the program's own code runs on the thread that draws.
final class DrawingRecorder {
    /// What was asked for.
    enum Operation {
        case draw(DrawnShape, PreparedPaint, mode: CGBlendMode, shadow: Shadow?)
        case beginLayer(DeviceRect)
        case endLayer
    }

    private struct Entry {
        var operation: Operation
        var state: GraphicsState
        var antialiases: Bool
    }

    private var entries: [Entry] = []

    /// Whether nothing was asked for.
    var isEmpty: Bool { entries.isEmpty }

    /// Takes down an operation with all that it looks at.
    func append(_ operation: Operation, _ state: GraphicsState, antialiases: Bool) {
        entries.append(Entry(operation: operation, state: state, antialiases: antialiases))
    }

    /// Does in a context what was taken down.
    func replay(into context: CGContext) {
        for entry in entries {
            context.state = entry.state
            context.allowsAntialias = true
            context.state.shouldAntialias = entry.antialiases
            switch entry.operation {
            case .draw(let shape, let paint, let mode, let shadow):
                context.draw(shape, paint, mode: mode, shadow: shadow)
            case .beginLayer(let region): context.beginLayer(region)
            case .endLayer: context.endTransparencyLayer()
            }
        }
    }
}
