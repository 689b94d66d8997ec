extension DrawOp.Content {
    /// The kinds of ops, each with the stem of the files that draw it.
    package enum Kind: String, Sendable, CaseIterable {
        case fill, border, path, gradient, image, shadow, blur, soften, sprites, instances, pass, filter, dissolve, warp
        case rasterized
    }

    /// The kind of the op.
    package var kind: Kind {
        switch self {
        case .fill: .fill
        case .border: .border
        case .path: .path
        case .gradient: .gradient
        case .image: .image
        case .shadow: .shadow
        case .blur: .blur
        case .softened: .soften
        case .sprites: .sprites
        case .instances: .instances
        case .pass: .pass
        case .filtered: .filter
        case .dissolve: .dissolve
        case .warp: .warp
        case .rasterized: .rasterized
        }
    }
}
