import CLibAV
import Foundation
import MicaFilm
import Testing

/// Films of a high dynamic range, of gray: the expected values by the recommendations, worked out here once more.
@Suite struct FilmRangeTests {
    private func ramp(_ transfer: AVColorTransferCharacteristic) throws -> [Int] {
        let directory = try ScratchDirectory()
        let path = directory.file("clip.mkv")
        var clip = Clip(
            encoders: ["ffv1"], format: AV_PIX_FMT_YUV420P10LE, ending: "mkv", width: 1024, height: 4, count: 1)
        (clip.space, clip.range, clip.transfer, clip.primaries) = (
            AVCOL_SPC_BT2020_NCL, AVCOL_RANGE_JPEG, transfer, AVCOL_PRI_BT2020
        )
        clip.sample = { _, plane, x, _ in plane == 0 ? x : 512 }
        try clip.write(to: path)
        let bitmap = try Film(path: path).bitmap(of: 0)
        return (0..<1024).map { Int(bitmap[$0, 1] >> 8 & 255) }
    }

    private func encoded(_ light: Double) -> Double {
        let v = min(max(light, 0), 1)
        return (v <= 0.0031308 ? 12.92 * v : 1.055 * pow(v, 1 / 2.4) - 0.055) * 255
    }

    @Test func pq_is_brought_down_by_the_curve_of_bt2390() throws {
        let ramp = try ramp(AVCOL_TRC_SMPTE2084)
        func light(_ e: Double) -> Double {
            let p = pow(e, 1 / 78.84375)
            return 10_000 * pow(max(p - 0.8359375, 0) / (18.8515625 - 18.6875 * p), 1 / 0.1593017578125)
        }
        func code(_ l: Double) -> Double {
            let p = pow(l / 10_000, 0.1593017578125)
            return pow((0.8359375 + 18.8515625 * p) / (1 + 18.6875 * p), 78.84375)
        }
        for x in 0..<1024 {
            let e = min(Double(x) / 1023 / code(1000), 1), most = code(203) / code(1000), knee = 1.5 * most - 0.5
            var shown = e
            if e > knee {
                let t = (e - knee) / (1 - knee)
                shown =
                    (2 * t * t * t - 3 * t * t + 1) * knee + (t * t * t - 2 * t * t + t) * (1 - knee)
                    + (3 * t * t - 2 * t * t * t) * most
            }
            // Because: tables of 4,096 steps, and single precision.
            #expect(abs(Double(ramp[x]) - encoded(light(shown * code(1000)) / 203)) <= 0.75, "\(x)")
        }
        #expect(ramp[0] == 0 && ramp[1023] == 255 && zip(ramp, ramp.dropFirst()).allSatisfy { $0 <= $1 })
    }

    @Test func hlg_is_shown_as_on_a_display_of_its_white() throws {
        let ramp = try ramp(AVCOL_TRC_ARIB_STD_B67)
        for x in 0..<1024 {
            let e = Double(x) / 1023
            let scene = e <= 0.5 ? e * e / 3 : (exp((e - 0.55991073) / 0.17883277) + 0.28466892) / 12
            let shown = pow(scene, 1.2 + 0.42 * log10(0.203))
            #expect(abs(Double(ramp[x]) - encoded(shown)) <= 0.75, "\(x)")
        }
        #expect(ramp[0] == 0 && ramp[1023] == 255)
    }
}
