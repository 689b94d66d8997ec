import Foundation
import MicaRaster

/// The shadow behind a layer.
///
/// *Units*: points. *Space*: offset and path are in the layer's own space. *Source*: Apple, CALayer.h, and the measured
/// defaults of dev/api/quartzcore-api.tsv.
package struct ShadowState: Sendable, Equatable {
    /// The colour; nil draws no shadow.
    package var color: ColorValue? = .black
    /// Multiplies the colour's alpha, clamped to 0...1 when drawn; 0 draws no shadow.
    package var opacity = 0.0
    /// How far the shadow is from what throws it.
    package var offset = CGSize(width: 0, height: -3)
    /// The standard deviation of the blur.
    package var radius = 3.0
    /// What throws the shadow in place of what the layer shows; filled by winding.
    package var path: Path?

    /// Apple's defaults.
    package static let `default` = ShadowState()
}
