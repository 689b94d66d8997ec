import MicaBase
import MicaRaster

extension CGContext {
    /// Intersects the clip with the inside of the path, and clears the path. An empty path changes nothing.
    public func clip(using rule: CGPathFillRule = .winding) {
        let outline = devicePath.path
        beginPath()
        guard !outline.isEmpty else { return }
        clip(to: outline, rule)
    }

    /// Intersects the clip with a rectangle, and clears the path.
    public func clip(to rect: CGRect) { clip(to: [rect]) }

    /// Intersects the clip with the union of rectangles, and clears the path.
    public func clip(to rects: [CGRect]) {
        beginPath()
        addRects(rects)
        let outline = devicePath.path
        beginPath()
        clip(to: outline, .winding)
    }

    /// Intersects the clip with a rectangle, and multiplies the clip by an image stretched over the rectangle.
    ///
    /// A stencil (`isMask`) lets drawing through where it would paint. A gray or colour image lets drawing through by
    /// its luminance times its alpha. An image of alpha alone lets drawing through by its alpha.
    public func clip(to rect: CGRect, mask: CGImage) {
        guard ctm.isInvertible else { return clip(to: []) }
        clip(to: rect)
        guard rect.width > 0, rect.height > 0, let canvas = PixelCanvas(bitmap: mask.maskBitmap) else { return }
        state.masks.append(
            CanvasPaint(
                canvas: canvas, matrix: imageMatrix(mask, in: rect), filter: filter(for: mask), repeats: false))
    }

    /// Removes the clip, including clips set before the state was saved; in a transparency layer, only clips set
    /// within the layer.
    public func resetClip() {
        state.clips = layers.isEmpty ? baseClips : []
        state.masks = []
    }

    /// The smallest rectangle of user space around the clip.
    ///
    /// Empty when nothing can be drawn. A mask counts as the rectangle that it was stretched over.
    public var boundingBoxOfClipPath: CGRect {
        let b = bounds
        var box = Box(minimum: Point(Double(b.minX), Double(b.minY)), maximum: Point(Double(b.maxX), Double(b.maxY)))
        for clip in state.clips {
            guard let limit = clip.path.bounds else { return .null }
            box.minimum = pointwiseMax(box.minimum, limit.minimum)
            box.maximum = pointwiseMin(box.maximum, limit.maximum)
        }
        guard box.minimum.x < box.maximum.x, box.minimum.y < box.maximum.y else { return .null }
        return CGRect(box).applying(ctm.concatenating(deviceToPixels).inverted())
    }

    private func clip(to outline: Path, _ rule: CGPathFillRule) {
        let new = ClipPath(path: outline.transformed(by: deviceToPixels), rule: rule, antialias: antialiases)
        guard let last = state.clips.last, let merged = last.merged(with: new) else { return state.clips.append(new) }
        state.clips[state.clips.count - 1] = merged
    }

    /// The pixels that the clip may leave: an upper bound.
    var clipRegion: DeviceRect {
        var region = bounds
        for clip in state.clips { region = region.intersection(clip.path.pixels(outset: 0)) }
        return region
    }
}

extension ClipPath {
    /// One clip with the effect of this one and another; nil if they are not both rectangles. Views that clip in each
    /// other leave one rectangle so, however many they are.
    func merged(with other: ClipPath) -> ClipPath? {
        guard let own = path.uprightRectangle, let others = other.path.uprightRectangle else { return nil }
        if let a = DeviceRect(wholePixels: path), let b = DeviceRect(wholePixels: other.path) {
            let both = a.intersection(b)
            let box = Box(
                x: Double(both.minX), y: Double(both.minY), width: Double(both.width), height: Double(both.height))
            return ClipPath(path: both.isEmpty ? Path() : Path(rectangle: box), rule: .winding, antialias: false)
        }
        // A rectangle that covers all pixels of another one has no effect on it.
        if DeviceRect(inside: own).contains(DeviceRect(around: others)) { return other }
        if DeviceRect(inside: others).contains(DeviceRect(around: own)) { return self }
        guard antialias == other.antialias else { return nil }
        let low = pointwiseMax(own.minimum, others.minimum), high = pointwiseMin(own.maximum, others.maximum)
        let isEmpty = low.x >= high.x || low.y >= high.y
        let path = isEmpty ? Path() : Path(rectangle: Box(minimum: low, maximum: high))
        return ClipPath(path: path, rule: .winding, antialias: antialias)
    }
}

extension DeviceRect {
    /// The rectangle that a path is; nil when it is anything else, or has edges within pixels.
    init?(wholePixels path: Path) {
        guard let box = path.uprightRectangle else { return nil }
        let whole = DeviceRect(around: box)
        guard whole == DeviceRect(inside: box) else { return nil }
        self = whole
    }

    /// The pixels that a box touches.
    fileprivate init(around box: Box) {
        self.init(around: box.minimum.x, box.minimum.y, box.maximum.x, box.maximum.y)
    }

    /// The pixels that a box covers whole.
    fileprivate init(inside box: Box) {
        let edges = DeviceRect(around: box.maximum.x, box.maximum.y, box.minimum.x, box.minimum.y)
        self.init(minX: edges.maxX, minY: edges.maxY, maxX: edges.minX, maxY: edges.minY)
    }
}

extension Path {
    /// The pixels around the path; empty when a coordinate of the path is not finite.
    func pixels(outset: Double) -> DeviceRect {
        guard let box = controlBounds, points.allSatisfy({ $0.x.isFinite && $0.y.isFinite }) else { return .empty }
        return DeviceRect(
            around: box.minimum.x - outset, box.minimum.y - outset, box.maximum.x + outset, box.maximum.y + outset)
    }
}
