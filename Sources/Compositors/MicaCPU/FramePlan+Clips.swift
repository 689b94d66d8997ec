import MicaBase
import MicaFrame
import MicaRaster

// The clips of a plan. Each is prepared when the first op in it is.

extension FramePlan {
    /// The index in `clips` of an op's innermost clip, which is added at its first use; -1 without a clip, nil if the
    /// frame has no such clip.
    mutating func preparedClip(of clip: ClipIndex?, _ frame: Frame) -> Int? {
        guard let index = clip?.rawValue else { return -1 }
        return frame.clips.indices.contains(index) ? self.clip(index, frame) : nil
    }

    private mutating func clip(_ index: Int, _ frame: Frame) -> Int {
        if let known = clipIndices[index] { return known }
        var bounds = frame.clips[index].bounds.intersection(region)
        var parent = -1
        if let above = frame.clips[index].parent?.rawValue {
            // A clip whose parent does not exist leaves nothing.
            if above >= 0, above < index {
                let position = clip(above, frame)
                bounds = bounds.intersection(clips[position].bounds)
                parent = clips[position].isScissor ? clips[position].parent : position
            } else {
                bounds = .empty
            }
        }
        if bounds.isEmpty {
            clips.append(ClipRegion(shape: .empty, parent: -1, bounds: .empty, isScissor: true))
        } else if let cut = frame.clips[index].cut {
            clips.append(ClipRegion(shape: .empty, parent: parent, bounds: bounds, isScissor: false, cut: cut))
        } else {
            addClip(frame.clips[index].shape, frame.clips[index].transform, parent: parent, bounds: bounds)
        }
        clipIndices[index] = clips.count - 1
        return clips.count - 1
    }

    /// Adds a clip within the bounds that its parents leave.
    mutating func addClip(_ region: RoundedRect, _ transform: Homography, parent: Int, bounds: DeviceRect) {
        var bounds = bounds
        let shape = shapes.add(region, transform, clip: bounds)
        var isScissor = false
        var inner = DeviceRect.empty
        switch shape {
        case .empty:
            bounds = .empty
            isScissor = true
        case .box(let box):
            inner = bounds.intersection(Self.wholePixels(within: box))
            if parent >= 0 { inner = inner.intersection(clips[parent].inner) }
            if let exact = Self.wholePixels(box) {
                bounds = bounds.intersection(exact)
                isScissor = true
            }
        case .edges, .mask: break
        }
        clips.append(
            ClipRegion(shape: shape, parent: parent, bounds: bounds, isScissor: isScissor, inner: inner))
    }

    /// The pixels that lie wholly within a box.
    private static func wholePixels(within box: Box) -> DeviceRect {
        // Coordinates far from the surface are limited to what fits an Int.
        func pixel(_ coordinate: Double) -> Int { Int(min(max(coordinate, -0x1p30), 0x1p30)) }
        let (minX, minY) = (pixel(box.minimum.x.rounded(.up)), pixel(box.minimum.y.rounded(.up)))
        let (maxX, maxY) = (pixel(box.maximum.x.rounded(.down)), pixel(box.maximum.y.rounded(.down)))
        guard minX < maxX, minY < maxY else { return .empty }
        return DeviceRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    }

    /// The pixels of a box whose edges lie between pixels; nil when an edge does not, at the rasterizer's resolution.
    private static func wholePixels(_ box: Box) -> DeviceRect? {
        func whole(_ edge: Double) -> Int? {
            let steps = (edge * 4096).rounded(.toNearestOrEven)
            guard abs(edge) < 262144, steps.remainder(dividingBy: 4096) == 0 else { return nil }
            return Int(steps) >> 12
        }
        guard let minX = whole(box.minimum.x), let minY = whole(box.minimum.y), let maxX = whole(box.maximum.x),
            let maxY = whole(box.maximum.y)
        else { return nil }
        return DeviceRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY)
    }
}

/// The indices in a plan of those of a frame's clips that ops have used.
struct ClipIndices {
    /// For each clip of the frame its index in the plan; -1 for none.
    private var indices: [Int32] = []
    private var asked: [Int32] = []

    mutating func begin(_ count: Int) {
        if indices.count < count { indices.append(contentsOf: repeatElement(-1, count: count - indices.count)) }
    }

    /// The index of a clip in the plan; nil for none. Set only for clips that have none.
    subscript(clip: Int) -> Int? {
        get { indices[clip] < 0 ? nil : Int(indices[clip]) }
        set {
            indices[clip] = Int32(truncatingIfNeeded: newValue ?? -1)
            asked.append(Int32(truncatingIfNeeded: clip))
        }
    }

    mutating func removeAll() {
        for clip in asked { indices[Int(clip)] = -1 }
        asked.clear()
    }
}
