import MicaBase
import MicaFrame

extension PassPainter {
    /// The colours of another pass, blurred by a Gaussian.
    func soften(_ op: DrawOp, _ address: OpAddress, in part: Part) throws(GLRefusal) {
        guard case .cells(let cells) = shown.results[address] else { return }
        cells.add(to: state.numbers, from: part.area)
        try paint(
            Ink(program: .blurred, textures: SIMD4(cells.picture.texture.name, 0, 0, 0)), .everything, op, in: part)
    }
}
