import MicaBench
import Testing

/// Printed by the comparison's own check_scenes; compiled and run on Debian 12, x86-64.
private let expectedLines = """
    a 0 35128220.6
    a 30 35149060.4
    a 60 35108483.5
    b 0 18969703.9
    b 30 18988120.1
    b 60 18995125.3
    c 0 7957450.0
    c 30 7906069.5
    c 60 7874145.7
    d 0 3125088.5
    d 30 3148164.2
    d 60 3145553.8
    e 0 3396092.9
    e 30 3397194.2
    e 60 3384982.7
    f 0 256506.1
    f 30 256506.2
    f 60 256505.8
    g 0 394906677.2
    g 30 394391057.8
    g 60 394440131.5
    h 0 6054951.4
    h 30 6106130.2
    h 60 6113316.3
    i 0 69482074.2
    i 30 69486343.6
    i 60 69487839.2
    """

@Test func generator_checksums_are_those_of_the_comparison() {
    #expect(BenchScene.checksumLines == expectedLines.split(separator: "\n").map(String.init))
}

@Test func generator_gives_both_variants_the_same_numbers() {
    for (one, other) in [
        (BenchScene.outlinedShadows, BenchScene.contentShadows), (.batchedParticles, .particles), (.damage, .redraw),
    ] {
        #expect(one.checksum(frame: 17) == other.checksum(frame: 17))
    }
}

@Test func pictures_are_those_of_the_comparison() {
    // FNV-1a over the words, from a C program around the comparison's own generator.
    let expected: [UInt32] = [0x77C4_D7DD, 0x5547_1105, 0x0EA5_F0A5, 0x1F3F_B305]
    let found = (0..<SceneImage.count).map { index in
        SceneImage.bitmap(index).pixels.reduce(2_166_136_261 as UInt32) { ($0 ^ $1) &* 16_777_619 }
    }
    #expect(found == expected)
}
