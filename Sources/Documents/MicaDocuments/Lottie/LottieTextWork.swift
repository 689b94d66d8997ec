import Foundation

/// The budget of a document's texts: each letter has layers of its own, with animations of its own.
///
/// It is taken before letters are made, so that a document that asks for too much costs nothing.
struct LottieTextWork {
    /// How many letters there may be.
    private let limit: Int
    /// The letters that are left, those with outlines.
    private(set) var letters: Int
    /// The vertices of their outlines.
    private(set) var vertices: Int
    /// The values of their animations.
    private(set) var values: Double
    /// The shares of animators that these are made of.
    private(set) var shares: Double

    /// The work for a document of so many layers: 30,000 letters with 2 million vertices and a million values, for the
    /// usual 200,000. A letter takes some 10 KB, a value some 250 bytes.
    init(layers: Int) {
        limit = layers / 20 * 3
        (letters, vertices, values, shares) = (limit, layers * 10, Double(layers * 5), Double(layers * 50))
    }

    /// Takes the letters of a text.
    ///
    /// - Parameter isSpaced: whether tracking of animators is drawn; tracking that is left out takes nothing.
    /// - Returns: The exceeded limit, as an error says it; nil when enough is left.
    mutating func take(_ layout: LottieTextLayout, _ text: LottieText, isSpaced: Bool = true) -> String? {
        let drawn = layout.letters.filter { !$0.items.isEmpty }
        guard drawn.count <= letters else { return "more than \(limit) letters of text" }
        let points = drawn.reduce(0) { $0 + $1.items.vertexCount }
        guard points <= vertices else { return "texts with too many vertices" }
        let load = text.load(isSpaced: isSpaced)
        let (moved, asked) = (load.values * Double(drawn.count), load.shares * Double(drawn.count))
        guard moved <= values, asked <= shares else { return "text animations with too many values" }
        letters -= drawn.count
        vertices -= points
        values -= moved
        shares -= asked
        return nil
    }
}

extension LottieText {
    /// How many values its animators give each letter over time, and how many shares of animators these are made of.
    fileprivate func load(isSpaced: Bool) -> (values: Double, shares: Double) {
        var load = (values: 0.0, shares: 0.0)
        func add<Part>(_ part: KeyPath<LottieTextAnimator, LottieTrack<Part>?>) {
            let own = animators.filter { $0[keyPath: part] != nil }
            let tracks = own.flatMap { animator in
                animator.selector.tracks + (animator[keyPath: part].map { [$0 as any LottieTimed] } ?? [])
            }
            let times = tracks.filter { $0.isAnimated }.flatMap { $0.timing.map { $0.time } }
            guard let first = times.min(), let last = times.max() else { return }
            // Two in each frame, as they are sampled.
            let samples = min(2 * (last - first) + Double(times.count) + 1, 20_000)
            load.values += samples
            load.shares += samples * Double(own.count)
        }
        add(\.anchor)
        add(\.position)
        add(\.scale)
        add(\.rotation)
        add(\.skew)
        add(\.skewAxis)
        add(\.opacity)
        add(\.fill)
        add(\.stroke)
        add(\.strokeWidth)
        if isSpaced { add(\.tracking) }
        return load
    }
}

extension [LottieItem] {
    /// The vertices of all outlines.
    fileprivate var vertexCount: Int {
        reduce(0) { count, item in
            switch item {
            case .group(let items, _, _): count + items.vertexCount
            case .outline(let track): count + track.keys.reduce(0) { $0 + $1.value.vertices.count }
            default: count
            }
        }
    }
}
