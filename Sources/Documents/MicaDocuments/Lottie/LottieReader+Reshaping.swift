extension LottieReader {
    /// An item that changes the outlines before it; nil if the player draws none.
    func change(_ object: JSONObject, _ type: String, _ path: String) throws(DocumentError) -> LottieItem? {
        if type == "rd" {
            diagnostics.use("round corners")
            let radius = try track(object["r"], 0)
            return player == .coreAnimation ? .round(radius) : .reshape(LottieReshape(kind: .round(radius)))
        }
        let amount = try track(object["a"], 0)
        let (name, kind): (String, LottieReshape.Kind) =
            switch type {
            case "pb": ("pucker and bloat", .pucker(amount))
            case "zz":
                (
                    "zigzag",
                    .zigZag(
                        size: try track(object["s"], 0), ridges: try track(object["r"], 0),
                        points: try track(object["pt"], 1))
                )
            case "tw": ("twist", .twist(angle: amount, center: try track(object["c"], SIMD3<Double>.zero)))
            default:
                (
                    "offset path",
                    .offset(amount, join: integer(object["lj"]) ?? 2, miterLimit: try track(object["ml"], 4))
                )
            }
        diagnostics.use(name)
        guard player != .coreAnimation else {
            diagnostics.warn("the shape \(path) of type \"\(type)\" is not drawn by the player core-animation")
            return nil
        }
        return .reshape(LottieReshape(kind: kind))
    }
}
