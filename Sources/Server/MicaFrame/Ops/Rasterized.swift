/// A pass in a space other than the surface's, drawn whole and shown as an image.
///
/// *Space*: the pass and all that it shows are in pixels of its picture; the op's transform maps those to device
/// pixels. A compositor may cache the picture while the pass is unchanged.
package struct RasterizedDraw: Sendable, Equatable {
    /// The pass.
    package var pass: PassIndex
    /// The layer that the picture belongs to: the key of a compositor's cache.
    package var owner: UInt64

    /// The most pixels of a picture; larger passes are not drawn this way.
    package static let mostPixels = 1 << 24

    package init(pass: PassIndex, owner: UInt64) {
        (self.pass, self.owner) = (pass, owner)
    }
}

extension Frame {
    /// A frame with only one pass of this one and the passes that it shows, so that it can be cached without the rest.
    package func part(showing pass: PassIndex) -> Frame {
        var result = Frame(width: 0, height: 0)
        var passes: [Int: Int] = [:]
        var clips: [Int: Int] = [:]
        func clip(_ index: Int, _ result: inout Frame) -> Int {
            if let known = clips[index] { return known }
            var copy = self.clips[index]
            copy.parent = copy.parent.map { ClipIndex(clip($0.rawValue, &result)) }
            result.clips.append(copy)
            clips[index] = result.clips.count - 1
            return result.clips.count - 1
        }
        func add(_ index: Int, _ result: inout Frame) -> PassIndex {
            if let known = passes[index] { return PassIndex(known) }
            var copy = self.passes[index]
            for position in copy.ops.indices {
                if let old = copy.ops[position].clip {
                    copy.ops[position].clip = ClipIndex(clip(old.rawValue, &result))
                }
                // A pass shows only passes before it. References to others, which are not drawn either, would never
                // end.
                copy.ops[position].content.mapPasses {
                    (0..<index).contains($0.rawValue) ? add($0.rawValue, &result) : PassIndex(-1)
                }
            }
            result.passes.append(copy)
            passes[index] = result.passes.count - 1
            return PassIndex(result.passes.count - 1)
        }
        _ = add(pass.rawValue, &result)
        return result
    }
}
