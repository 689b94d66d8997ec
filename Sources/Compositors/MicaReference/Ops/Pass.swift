import MicaFrame

extension Painter {
    /// Another pass, pixel on pixel; with a mask, multiplied by the alpha of a second pass.
    func show(_ pass: PassIndex, mask: PassIndex?) -> Paint? {
        guard let shown = picture(pass) else { return nil }
        guard let mask else { return { x, y in shown[x, y] } }
        return picture(mask).map { mask in { x, y in shown[x, y] * mask[x, y].w } }
    }
}
