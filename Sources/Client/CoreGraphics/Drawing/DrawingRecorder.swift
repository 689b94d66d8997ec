import MicaBase

/// Recorded drawing operations, to be drawn later on another thread.
///
/// State, paint, pattern cells and image pixels are made when an operation is recorded, so that the program's own
/// code runs on the thread that calls the drawing functions.
final class DrawingRecorder {
    /// A recorded operation.
    enum Operation {
        case draw(DrawnShape, PreparedPaint, mode: CGBlendMode, shadow: Shadow?)
        case glyphs(GlyphRun, PreparedPaint)
        case beginLayer(DeviceRect)
        case endLayer
    }

    private struct Entry {
        var operation: Operation
        var state: GraphicsState
        var antialiases: Bool
    }

    private var entries: [Entry] = []

    /// Whether nothing was recorded.
    var isEmpty: Bool { entries.isEmpty }

    /// Records an operation with all that it uses.
    func append(_ operation: Operation, _ state: GraphicsState, antialiases: Bool) {
        entries.append(Entry(operation: operation, state: state, antialiases: antialiases))
    }

    /// Draws the recorded operations into a context.
    func replay(into context: CGContext) {
        for entry in entries {
            context.state = entry.state
            context.allowsAntialias = true
            context.state.shouldAntialias = entry.antialiases
            switch entry.operation {
            case .draw(let shape, let paint, let mode, let shadow):
                context.draw(shape, paint, mode: mode, shadow: shadow)
            case .glyphs(let run, let paint): context.draw(run, paint)
            case .beginLayer(let region): context.beginLayer(region)
            case .endLayer: context.endTransparencyLayer()
            }
        }
    }
}
