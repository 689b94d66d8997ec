import MicaBase
import MicaFrame

extension Painter {
    /// The colours of another pass, blurred by a Gaussian.
    func soften(_ draw: SoftenDraw, in area: DeviceRect) -> Paint? {
        picture(draw.pass).map { blurred($0, by: draw.deviation, moved: .zero, inside: draw.edges, in: area) }
    }
}
