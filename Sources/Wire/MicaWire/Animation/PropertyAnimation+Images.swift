import MicaBase

/// Images cannot be interpolated like numbers: between two images both are shown, in a cross-fade.
///
/// *Source*: Apple, Core Animation Programming Guide, appendix B: `contents` is animatable; N. Lockwood, iOS Core
/// Animation: Advanced Techniques, chapter 8: a change of `contents` is a cross-fade; discrete keyframes step.
extension PropertyAnimation {
    /// The images that an animation of `contents` shows at a time, over an image; nil when it has no effect.
    package func images(over base: ImageResource?, at time: BasicTime, timing: TimingState, curve: TimingCurve?)
        -> ImageCrossFade?
    {
        let ground = base.map { PropertyValue.image($0) } ?? .none
        let progress = curve.map { $0.value(at: time.progress) } ?? time.progress
        switch values {
        case .basic(let from, let to, let by):
            let (start, end) = Self.ends(from, to, by, ground)
            return Self.fade(start, end, progress)
        case .spring(let from, let to, let by, let spring):
            let (start, end) = Self.ends(from, to, by, ground)
            let seconds = curve == nil ? time.seconds : progress * timing.duration
            return Self.fade(start, end, SpringCurve(spring).value(at: seconds))
        case .keyframes(let frames):
            guard let position = frames.position(at: progress), frames.path == nil else { return nil }
            return Self.fade(frames.values[position.index], frames.values[position.next], position.fraction)
        }
    }

    /// The cross-fade of two values, each an image or none; nil for other values.
    private static func fade(_ from: PropertyValue, _ to: PropertyValue, _ fraction: Double) -> ImageCrossFade? {
        func image(_ value: PropertyValue) -> ImageResource?? {
            switch value {
            case .image(let image): .some(image)
            case .none: .some(nil)
            default: nil
            }
        }
        guard let from = image(from), let to = image(to), !fraction.isNaN else { return nil }
        return ImageCrossFade(from: from, to: to, fraction: min(1, max(0, fraction)))
    }
}

extension LayerState {
    /// Shows an image, or a cross-fade of two. `contents` becomes the nearer of the two.
    mutating func show(_ fade: ImageCrossFade) {
        var contents = contents
        contents.image = fade.fraction < 0.5 ? fade.from : fade.to
        let isMixed = fade.fraction > 0 && fade.fraction < 1 && fade.from != fade.to
        contents.crossFade = isMixed ? fade : nil
        self.contents = contents
    }
}
