import MicaSurface

/// The options that encoders get.
extension VideoFormat {
    /// The constant rate factors that the format's encoders take: the smaller, the better. nil: its quality is set otherwise.
    ///
    /// *Source*: FFmpeg's documentation of the encoders. 0 of x264 is lossless, which is no 4:2:0 of High profile.
    package var rateFactors: ClosedRange<Int>? {
        switch self {
        case .h264, .h265: 1...51
        case .vp9, .vp9WithAlpha, .av1: 1...63
        case .proRes4444, .losslessPNG: nil
        }
    }

    /// The constant rate factor of settings.
    ///
    /// At quality 75 that of H.264 is 18, which x264's authors call visually lossless or nearly so.
    func rateFactor(_ settings: VideoSettings) -> Int {
        guard let range = rateFactors else { return 0 }
        let quality = settings.quality
        let own =
            switch self {
            case .h264: 51 - 44 * quality / 100
            case .h265: 51 - 41 * quality / 100
            case .av1: 63 - 53 * quality / 100
            default: 63 - 58 * quality / 100
            }
        return min(max(settings.rateFactor ?? own, range.lowerBound), range.upperBound)
    }

    /// By how many frames x265 decodes ahead of what is shown: with `b-pyramid`, two frames wait at most.
    static let h265Lead: Int64 = 2

    /// Options of an encoder. An encoder without an option uses its default.
    ///
    /// The bytes depend on the number of threads for H.264 and H.265, and for no other format.
    func encoderOptions(_ settings: VideoSettings, of encoder: String) -> [(String, String)] {
        let factor = ("crf", String(rateFactor(settings)))
        let preset = settings.preset
        switch self {
        case .h264: return [("preset", preset.choose("veryfast", "medium", "slower")), factor, ("profile", "high")]
        case .h265:
            // Without 'info' a film holds the encoder's settings, which differ by the number of threads.
            let threads = "pools=\(settings.threads):frame-threads=\(min(settings.threads, 4))"
            return [
                ("preset", preset.choose("ultrafast", "fast", "slow")), factor,
                ("x265-params", "log-level=none:info=0:open-gop=0:b-pyramid=1:\(threads)"),
            ]
        case .av1:
            if encoder == "libsvtav1" {
                return [("preset", preset.choose("12", "9", "5")), factor, ("svtav1-params", "lp=\(settings.threads)")]
            }
            return [("cpu-used", preset.choose("8", "6", "3")), factor, ("row-mt", "0"), ("lag-in-frames", "19")]
        // Alternate reference frames do not work with alpha.
        case .vp9: return vp9Options(preset, factor)
        case .vp9WithAlpha: return vp9Options(preset, factor) + [("auto-alt-ref", "0")]
        case .proRes4444: return [("profile", "4444"), ("alpha_bits", "16"), ("vendor", "apl0")]
        case .losslessPNG: return [("pred", "mixed")]
        }
    }

    /// Without row threads, the bytes do not depend on the number of threads.
    private func vp9Options(_ preset: VideoSettings.Preset, _ factor: (String, String)) -> [(String, String)] {
        [
            factor, ("deadline", preset.choose("realtime", "good", "good")), ("cpu-used", preset.choose("7", "4", "1")),
            ("row-mt", "0"), ("tile-columns", "1"),
        ]
    }

    /// The quantiser of every frame, for encoders that work better with a fixed one; 4 at quality 75.
    ///
    /// For ProRes, quantisers 2, 4 and 6 were measured against the search for a bit rate, on 60 frames of 720p (2
    /// cores, FFmpeg 5.1). 4 gives 60 dB, in little more than half of the search's bytes and a sixth of its time.
    func fixedQuantiser(_ quality: Int) -> Int32? {
        self == .proRes4444 ? max(1, 16 - Int32(quality) * 16 / 100) : nil
    }
}

extension VideoSettings.Preset {
    /// The value for this preset.
    fileprivate func choose(_ fast: String, _ good: String, _ small: String) -> String {
        switch self {
        case .fast: fast
        case .good: good
        case .small: small
        }
    }
}
