import MicaFrame

extension Painter {
    /// A mix of two other passes by a fraction of the second. Without a pass there is transparency.
    func dissolve(_ from: PassIndex?, _ to: PassIndex?, _ fraction: Double) -> Paint? {
        for pass in [from, to] { if let pass, picture(pass) == nil { return nil } }
        let (first, second) = (from.flatMap { picture($0) }, to.flatMap { picture($0) })
        let fraction = fraction > 0 ? min(fraction, 1) : 0
        return { x, y in (first?[x, y] ?? .zero) * (1 - fraction) + (second?[x, y] ?? .zero) * fraction }
    }
}
