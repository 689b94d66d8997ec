import CLibAV

/// The conversion from YUV to red, green and blue.
///
/// *Source*: ITU-R BT.601, BT.709, BT.2020: R = Y + 2 (1 - Kr) Cr, B = Y + 2 (1 - Kb) Cb, and G follows from
/// Y = Kr R + Kg G + Kb B. In limited range, Y is 16 to 235 and C 16 to 240 for 8 bits, doubled for each further bit;
/// in full range, all numbers are used.
struct FilmColor: Equatable {
    /// The factor from Y to 0...255.
    var luma: Float
    /// Y of black.
    var black: Float
    /// The value of Cb and Cr without colour.
    var middle: Float
    /// The factor of Cr in red.
    var redOfV: Float
    var greenOfU: Float
    var greenOfV: Float
    var blueOfU: Float

    init(red: Double, blue: Double, depth: Int, isFull: Bool) {
        let one = Double(1 << (depth - 8))
        let lumaRange = isFull ? 256 * one - 1 : 219 * one
        let chromaRange = isFull ? 256 * one - 1 : 224 * one
        let green = 1 - red - blue
        luma = Float(255 / lumaRange)
        black = isFull ? 0 : Float(16 * one)
        middle = Float(128 * one)
        let chroma = 255 / chromaRange
        redOfV = Float(2 * (1 - red) * chroma)
        blueOfU = Float(2 * (1 - blue) * chroma)
        greenOfU = Float(-2 * blue * (1 - blue) / green * chroma)
        greenOfV = Float(-2 * red * (1 - red) / green * chroma)
    }

    /// The weights of red and blue in white, for a colour space. If the file does not state the space, the size
    /// decides: BT.601, television's, for pictures of up to 576 lines that are less than 1,280 pixels wide; BT.709 for
    /// larger ones.
    ///
    /// - Returns: nil for colour spaces of another kind.
    static func weights(_ space: AVColorSpace, width: Int, height: Int) -> (red: Double, blue: Double)? {
        switch space {
        case AVCOL_SPC_BT709: (0.2126, 0.0722)
        case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: (0.299, 0.114)
        case AVCOL_SPC_SMPTE240M: (0.212, 0.087)
        case AVCOL_SPC_FCC: (0.30, 0.11)
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: (0.2627, 0.0593)
        case AVCOL_SPC_UNSPECIFIED, AVCOL_SPC_RESERVED:
            width >= 1280 || height > 576 ? (0.2126, 0.0722) : (0.299, 0.114)
        default: nil
        }
    }
}
