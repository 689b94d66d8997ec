import Foundation
import Testing

@testable import GLKit
@testable import OpenGLES

/// A framebuffer of a few pixels, and its contents.
struct SmallTarget {
    let side: Int
    let context: EAGLContext
    private var renderbuffer: GLuint = 0

    init(side: Int) throws {
        self.side = side
        context = try #require(EAGLContext(api: .openGLES2))
        try #require(EAGLContext.setCurrent(context))
        var framebuffer: GLuint = 0
        unsafe glGenFramebuffers(1, &framebuffer)
        unsafe glGenRenderbuffers(1, &renderbuffer)
        glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
        glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
        glRenderbufferStorage(GLenum(GL_RENDERBUFFER), GLenum(GL_RGBA8), GLsizei(side), GLsizei(side))
        glFramebufferRenderbuffer(
            GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
        glViewport(0, 0, GLsizei(side), GLsizei(side))
    }

    /// The pixels, from the top.
    func pixels() throws -> [UInt32] {
        try #require(context.readRenderbuffer(renderbuffer, width: side, height: side))
    }

    /// A texture of one texel: red, green, blue, alpha.
    func texture(_ color: [UInt8]) -> GLuint {
        var name: GLuint = 0
        unsafe glGenTextures(1, &name)
        glBindTexture(GLenum(GL_TEXTURE_2D), name)
        unsafe glTexImage2D(
            GLenum(GL_TEXTURE_2D), 0, GL_RGBA, 1, 1, 0, GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), color)
        glTexParameteri(GLenum(GL_TEXTURE_2D), GLenum(GL_TEXTURE_MIN_FILTER), GL_NEAREST)
        return name
    }
}

/// `GLKBaseEffect` against the equations of OpenGL ES 1.1, worked out in double precision.
@Suite(.serialized) struct BaseEffectTests {
    typealias Color = SIMD4<Double>

    private struct Vertex {
        var position: SIMD3<Double>, normal: SIMD3<Double>, color: Color
    }

    private static let corners = [
        Vertex(position: [-1, -1, -3], normal: [0.2, -0.1, 1], color: [1, 0.4, 0.2, 1]),
        Vertex(position: [1, -1, -2.5], normal: [-0.3, 0.1, 1], color: [0.3, 1, 0.5, 1]),
        Vertex(position: [-1, 1, -3.5], normal: [0.1, 0.4, 0.8], color: [0.2, 0.5, 1, 1]),
        Vertex(position: [1, 1, -2], normal: [0, -0.2, 1], color: [0.9, 0.8, 0.4, 1]),
    ]

    private func simd(_ v: GLKVector4) -> Color { Color(Double(v.x), Double(v.y), Double(v.z), Double(v.w)) }

    /// The lighting equation of a point with a normal, for lights that were set under the identity.
    private func lit(_ effect: GLKBaseEffect, _ p: SIMD3<Double>, _ normal: SIMD3<Double>, _ base: Color) -> Color {
        let isBase = effect.colorMaterialEnabled != 0
        let ambient = isBase ? base : simd(effect.material.ambientColor)
        let diffuse = isBase ? base : simd(effect.material.diffuseColor)
        var sum = simd(effect.material.emissiveColor) + simd(effect.lightModelAmbientColor) * ambient
        func unit(_ v: SIMD3<Double>) -> SIMD3<Double> { v / (v * v).sum().squareRoot() }
        for light in [effect.light0, effect.light1, effect.light2] where light.enabled != 0 {
            let point = simd(light.position)
            var toLight = SIMD3(point.x, point.y, point.z), strength = 1.0
            if point.w != 0 {
                toLight = toLight / point.w - p
                let d = (toLight * toLight).sum().squareRoot()
                strength =
                    1
                    / (Double(light.constantAttenuation) + Double(light.linearAttenuation) * d + Double(
                        light.quadraticAttenuation) * d * d)
            }
            let ray = unit(toLight)
            if light.spotCutoff != 180 {
                let spot = light.spotDirection
                let inside = -(ray * unit([Double(spot.x), Double(spot.y), Double(spot.z)])).sum()
                strength *=
                    inside < cos(Double(light.spotCutoff) * .pi / 180) ? 0 : pow(inside, Double(light.spotExponent))
            }
            sum += strength * simd(light.ambientColor) * ambient
            let facing = (normal * ray).sum()
            if facing > 0 {
                let mirrored = max((normal * unit(ray + [0, 0, 1])).sum(), 0)
                let highlight = effect.material.shininess == 0 ? 1 : pow(mirrored, Double(effect.material.shininess))
                sum +=
                    strength
                    * (facing * simd(light.diffuseColor) * diffuse + highlight * simd(light.specularColor)
                        * simd(effect.material.specularColor))
            }
        }
        var color = sum.clamped(lowerBound: Color(repeating: 0), upperBound: Color(repeating: 1))
        color.w = diffuse.w
        return color
    }

    @Test("Each of 64 combinations of lights, sides, textures and fog is as the equations say, within 3 of 255")
    func combinations() throws {
        let side = 8
        let target = try SmallTarget(side: side)
        defer { EAGLContext.setCurrent(nil) }
        let (first, second) = ([200, 150, 255, 255] as [UInt8], [40, 220, 90, 128] as [UInt8])
        let names = [target.texture(first), target.texture(second)]
        var worst = 0.0
        for bits in 0..<64 {
            func has(_ bit: Int) -> Bool { bits & 1 << bit != 0 }
            let effect = GLKBaseEffect()
            effect.transform.projectionMatrix = GLKMatrix4MakeOrtho(-1, 1, -1, 1, 1, 10)
            effect.light0.enabled = has(0) ? 1 : 0
            effect.light0.position = GLKVector4Make(0.4, 0.3, -1, 1)
            effect.light0.diffuseColor = GLKVector4Make(0.9, 0.7, 0.5, 1)
            effect.light0.ambientColor = GLKVector4Make(0.1, 0.05, 0, 1)
            effect.light0.linearAttenuation = 0.2
            effect.light0.quadraticAttenuation = 0.1
            effect.light1.enabled = has(1) ? 1 : 0
            effect.light1.position = GLKVector4Make(-0.2, 0, 0, 1)
            effect.light1.spotDirection = GLKVector3Make(0.1, 0, -1)
            effect.light1.spotCutoff = 60
            effect.light1.spotExponent = 3
            effect.light1.diffuseColor = GLKVector4Make(0.2, 0.4, 0.8, 1)
            effect.material.specularColor = GLKVector4Make(0.4, 0.4, 0.4, 1)
            effect.material.shininess = 12
            effect.material.emissiveColor = GLKVector4Make(0.02, 0.04, 0.06, 1)
            effect.lightingType = has(2) ? .perPixel : .perVertex
            effect.lightModelTwoSided = has(3) ? 1 : 0
            effect.colorMaterialEnabled = has(3) ? 1 : 0
            for (texture, name) in zip([effect.texture2d0, effect.texture2d1], names) {
                texture.enabled = has(4) ? 1 : 0
                texture.name = name
            }
            effect.texture2d1.envMode = .decal
            effect.fog.enabled = has(5) ? 1 : 0
            effect.fog.color = GLKVector4Make(0.5, 0.6, 0.7, 1)
            effect.fog.mode = [GLKFogMode.linear, .exp, .exp2][bits % 3].rawValue
            (effect.fog.start, effect.fog.end, effect.fog.density) = (1, 6, 0.2)
            try draw(effect)
            let pixels = try target.pixels()
            for y in 0..<side {
                for x in 0..<side {
                    let point = SIMD2(
                        (Double(x) + 0.5) / Double(side) * 2 - 1, 1 - (Double(y) + 0.5) / Double(side) * 2)
                    // A pixel on the line between the two triangles may be of either.
                    if abs(point.x + point.y) < 1e-9 { continue }
                    let expected = color(effect, at: point, texture: first, decal: second)
                    let pixel = pixels[y * side + x]
                    for (shift, value) in [(16, expected.x), (8, expected.y), (0, expected.z), (24, expected.w)] {
                        let off = abs(Double(pixel >> UInt32(shift) & 0xFF) - value * 255)
                        worst = max(worst, off)
                        #expect(
                            off <= 3, "combination \(bits), pixel \(x), \(y): \(String(pixel, radix: 16)), \(expected)")
                        if off > 3 { return }
                    }
                }
            }
            #expect(glGetError() == 0)
        }
        #expect(worst > 0)
    }

    private func draw(_ effect: GLKBaseEffect) throws {
        effect.prepareToDraw()
        glClearColor(0, 0, 0, 0)
        glClear(GLbitfield(GL_COLOR_BUFFER_BIT))
        let positions = Self.corners.flatMap { [Float($0.position.x), Float($0.position.y), Float($0.position.z)] }
        let normals = Self.corners.flatMap { [Float($0.normal.x), Float($0.normal.y), Float($0.normal.z)] }
        let colors = Self.corners.flatMap { c in (0..<4).map { Float(c.color[$0]) } }
        for (attribute, size, numbers) in [
            (GLKVertexAttrib.position, 3, positions), (.normal, 3, normals), (.color, 4, colors),
        ] as [(GLKVertexAttrib, GLint, [Float])] {
            let point = GLuint(attribute.rawValue)
            var buffer: GLuint = 0
            unsafe glGenBuffers(1, &buffer)
            glBindBuffer(GLenum(GL_ARRAY_BUFFER), buffer)
            unsafe glBufferData(GLenum(GL_ARRAY_BUFFER), numbers.count * 4, numbers, GLenum(GL_STREAM_DRAW))
            glEnableVertexAttribArray(point)
            glVertexAttribPointer(point, size, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 0, nil)
        }
        glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
    }

    /// The expected colour of a pixel's middle.
    private func color(_ effect: GLKBaseEffect, at point: SIMD2<Double>, texture: [UInt8], decal: [UInt8]) -> Color {
        // The strip's triangles: 0 1 2, and 1 2 3 beyond the line from the top left to the bottom right.
        let (s, t) = ((point.x + 1) / 2, (point.y + 1) / 2)
        let parts = s + t <= 1 ? [1 - s - t, s, t, 0] : [0, 1 - t, 1 - s, s + t - 1]
        let corners = Self.corners
        func mixed<V: SIMD>(_ value: (Vertex) -> V) -> V where V.Scalar == Double {
            zip(parts, corners).reduce(V(repeating: 0)) { $0 + value($1.1) * V(repeating: $1.0) }
        }
        func unit(_ v: SIMD3<Double>) -> SIMD3<Double> { v / (v * v).sum().squareRoot() }
        var c: Color
        if effect.light0.enabled == 0 && effect.light1.enabled == 0 {
            c = mixed(\.color)
        } else if effect.lightingType == .perPixel {
            c = lit(effect, mixed(\.position), unit(mixed { unit($0.normal) }), mixed(\.color))
        } else {
            c = mixed { lit(effect, $0.position, unit($0.normal), $0.color) }
        }
        if effect.texture2d0.enabled != 0 {
            let t0 = Color(texture.map { Double($0) / 255 }), t1 = Color(decal.map { Double($0) / 255 })
            c *= t0
            let alpha = c.w
            c += (t1 - c) * t1.w
            c.w = alpha
        }
        if effect.fog.enabled != 0 {
            let d = abs(mixed(\.position).z), density = Double(effect.fog.density)
            let rest: Double =
                switch GLKFogMode(rawValue: effect.fog.mode) {
                case .linear: (Double(effect.fog.end) - d) / Double(effect.fog.end - effect.fog.start)
                case .exp2: exp(-(density * d) * (density * d))
                default: exp(-density * d)
                }
            let alpha = c.w
            c = simd(effect.fog.color) + (c - simd(effect.fog.color)) * min(max(rest, 0), 1)
            c.w = alpha
        }
        return c
    }

    @Test func backs_are_lit_as_if_turned_round_where_both_sides_are_wanted() throws {
        let target = try SmallTarget(side: 4)
        defer { EAGLContext.setCurrent(nil) }
        func middle(_ isTwoSided: Bool, _ type: GLKLightingType) throws -> UInt32 {
            let effect = GLKBaseEffect()
            effect.light0.enabled = GLboolean(GL_TRUE)
            // Turned half round about y: its back is seen, and its normals point away.
            effect.transform.modelviewMatrix = GLKMatrix4MakeScale(-1, 1, -1)
            effect.transform.projectionMatrix = GLKMatrix4MakeOrtho(-1, 1, -1, 1, -10, 10)
            effect.lightModelTwoSided = GLboolean(isTwoSided ? GL_TRUE : GL_FALSE)
            effect.lightingType = type
            try draw(effect)
            return try target.pixels()[5] & 0xFF
        }
        for type in [GLKLightingType.perVertex, .perPixel] {
            let (one, both) = (try middle(false, type), try middle(true, type))
            // Without a side of its own the back has only the ambient light: 0.2 of 0.2.
            #expect(one == 10 && both > 100, "\(one) \(both)")
        }
    }

    @Test func lights_are_placed_by_the_matrix_at_the_time_when_they_are_set() {
        let effect = GLKBaseEffect()
        effect.transform.modelviewMatrix = GLKMatrix4MakeTranslation(1, 2, 3)
        effect.light0.position = GLKVector4Make(0, 0, 0, 1)
        effect.transform.modelviewMatrix = GLKMatrix4Identity
        #expect(effect.light0.eyePosition.v == (1, 2, 3, 1) && effect.light0.position.v == (0, 0, 0, 1))
        #expect(effect.light0.enabled == 0 && GLKEffectPropertyLight().enabled == 1)
    }

    @Test func colour_array_wins_over_the_constant_colour() throws {
        let target = try SmallTarget(side: 4)
        defer { EAGLContext.setCurrent(nil) }
        let effect = GLKBaseEffect()
        effect.transform.projectionMatrix = GLKMatrix4MakeOrtho(-1, 1, -1, 1, 1, 10)
        effect.constantColor = GLKVector4Make(0, 0, 1, 1)
        try draw(effect)
        #expect(try target.pixels()[0] != 0xFF00_00FF)
        glDisableVertexAttribArray(GLuint(GLKVertexAttrib.color.rawValue))
        effect.prepareToDraw()
        glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
        #expect(try target.pixels().allSatisfy { $0 == 0xFF00_00FF })
    }
}
