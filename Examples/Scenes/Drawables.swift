import GLKit
import QuartzCore

/// A renderer of one's own in a layer: a ray marcher on all cores. Rows are drawn by as many threads as there are cores, and copied into the
/// drawable's texture, band by band.
let drawableMarcher = Example(
    "drawable-marcher",
    shows: "three balls that melt into one another over a checked floor, lit from the upper left; they circle",
    duration: 2,
    moment: 0.5
) { root, later in
    root.backgroundColor = CGColor(gray: 0.9, alpha: 1)
    let layer = CAMetalLayer()
    layer.frame = CGRect(x: 40, y: 30, width: 240, height: 180)
    layer.cornerRadius = 16
    layer.masksToBounds = true
    // Fewer pixels than the layer has: they take their time.
    layer.drawableSize = CGSize(width: 160, height: 120)
    root.addSublayer(layer)
    for frame in 0..<60 {
        let time = Double(frame) / 30
        later.at(time) {
            guard let drawable = layer.nextDrawable() else { return }
            march(into: drawable.texture, at: time)
            drawable.present()
        }
    }
}

/// Draws the balls at a time into a texture.
private func march(into texture: any MTLTexture, at time: Double) {
    let (width, height) = (texture.width, texture.height)
    let rows = 8
    let turn = Float(time * .pi)
    DispatchQueue.concurrentPerform(iterations: (height + rows - 1) / rows) { band in
        let first = band * rows
        let count = min(rows, height - first)
        var pixels = [UInt32](repeating: 0, count: width * count)
        for row in 0..<count {
            for column in 0..<width {
                let x = (Float(column) + 0.5 - Float(width) / 2) / Float(height)
                let y = (Float(height) / 2 - Float(first + row) - 0.5) / Float(height)
                pixels[row * width + column] = shade(SIMD3(x, y, -1.2), turn)
            }
        }
        pixels.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            texture.replace(
                region: MTLRegionMake2D(0, first, width, count), mipmapLevel: 0, withBytes: base, bytesPerRow: width * 4
            )
        }
    }
}

private func length(_ v: SIMD3<Float>) -> Float { (v * v).sum().squareRoot() }
private func normalized(_ v: SIMD3<Float>) -> SIMD3<Float> { v / max(length(v), 1e-6) }

/// How far the nearest surface is: of three balls, smoothly joined.
private func distance(_ p: SIMD3<Float>, _ turn: Float) -> Float {
    var nearest = Float.infinity
    for index in 0..<3 {
        let angle = turn + Float(index) * 2.0944
        let center = SIMD3(cos(angle) * 0.55, 0.1 * sin(2 * angle), sin(angle) * 0.55)
        let d = length(p - center) - 0.38
        // Two distances blend over a third of a unit.
        let h = max(0, 0.33 - abs(nearest - d)) / 0.33
        nearest = nearest.isFinite ? min(nearest, d) - h * h * 0.33 / 4 : d
    }
    return nearest
}

/// The colour of a ray from the eye, as the texture has it: blue in the lowest byte.
private func shade(_ ray: SIMD3<Float>, _ turn: Float) -> UInt32 {
    let eye = SIMD3<Float>(0, 0.5, 2.6), ray = normalized(ray - SIMD3(0, 0.15, 0))
    let light = normalized(SIMD3(-0.6, 0.8, 0.5))
    var color = SIMD3<Float>(0.55, 0.7, 0.9) - ray.y * 0.3
    var depth: Float = 0
    var isHit = false
    for _ in 0..<64 where !isHit && depth < 8 {
        let d = distance(eye + ray * depth, turn)
        isHit = d < 0.002
        depth += max(d, 0.002)
    }
    if isHit {
        let p = eye + ray * depth
        let e: Float = 0.002
        let here = distance(p, turn)
        let normal = normalized(
            SIMD3(
                distance(p + SIMD3(e, 0, 0), turn) - here, distance(p + SIMD3(0, e, 0), turn) - here,
                distance(p + SIMD3(0, 0, e), turn) - here))
        let lit = max(0, (normal * light).sum()), sheen = max(0, (normal * normalized(light - ray)).sum())
        var gloss = sheen * sheen
        for _ in 0..<4 { gloss *= gloss }
        color = SIMD3(0.9, 0.35, 0.2) * (0.25 + 0.75 * lit) + 0.5 * gloss
    } else if ray.y < -0.01 {
        let p = eye + ray * ((-0.55 - eye.y) / ray.y)
        let isDark = (Int(p.x.rounded(.down)) + Int(p.z.rounded(.down))) & 1 == 0
        // Shadow: how near the way to the light comes to the balls.
        var open: Float = 1
        for step in 1...16 {
            let way = Float(step) * 0.15
            open = min(open, max(0, 6 * distance(p + light * way, turn) / way))
        }
        let fog = min(1, (p.z - eye.z).magnitude / 12)
        let floor = SIMD3<Float>(repeating: isDark ? 0.3 : 0.8) * (0.4 + 0.6 * open)
        color = floor * (1 - fog) + color * fog
    }
    let bytes = (color.clamped(lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 1)) * 255).rounded(
        .toNearestOrAwayFromZero)
    return 0xFF00_0000 | UInt32(bytes.x) << 16 | UInt32(bytes.y) << 8 | UInt32(bytes.z)
}

/// OpenGL in a drawable: a program's own framebuffer, read into the texture. Where there is no OpenGL ES the layer shows nothing.
let drawableGL = Example(
    "drawable-gl", shows: "a square turned by a quarter, its corners red, green, blue and white, on dark blue"
) { root, _ in
    root.backgroundColor = CGColor(gray: 1, alpha: 1)
    let layer = CAMetalLayer()
    layer.frame = CGRect(x: 70, y: 30, width: 180, height: 180)
    root.addSublayer(layer)
    guard let context = EAGLContext(api: .openGLES2), let drawable = layer.nextDrawable() else { return }
    EAGLContext.setCurrent(context)
    defer { EAGLContext.setCurrent(nil) }
    drawSquare(into: drawable.texture)
    drawable.present()
}

/// Draws with OpenGL offscreen, and reads the picture into a texture.
private func drawSquare(into texture: any MTLTexture) {
    let (width, height) = (texture.width, texture.height)
    var framebuffer: GLuint = 0, renderbuffer: GLuint = 0
    glGenFramebuffers(1, &framebuffer)
    glGenRenderbuffers(1, &renderbuffer)
    defer {
        glDeleteFramebuffers(1, &framebuffer)
        glDeleteRenderbuffers(1, &renderbuffer)
    }
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), framebuffer)
    glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
    glRenderbufferStorage(GLenum(GL_RENDERBUFFER), GLenum(GL_RGBA8), GLsizei(width), GLsizei(height))
    glFramebufferRenderbuffer(
        GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER), renderbuffer)
    glViewport(0, 0, GLsizei(width), GLsizei(height))
    glClearColor(0.05, 0.1, 0.3, 1)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT))

    let effect = GLKBaseEffect()
    effect.prepareToDraw()
    let vertices: [GLfloat] = [0, -0.8, 0.8, 0, -0.8, 0, 0, 0.8]
    let colors: [GLfloat] = [1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1, 1, 1, 1]
    let (position, color) = (GLuint(GLKVertexAttrib.position.rawValue), GLuint(GLKVertexAttrib.color.rawValue))
    glEnableVertexAttribArray(position)
    glEnableVertexAttribArray(color)
    vertices.withUnsafeBufferPointer { vertices in
        colors.withUnsafeBufferPointer { colors in
            glVertexAttribPointer(position, 2, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 0, vertices.baseAddress)
            glVertexAttribPointer(color, 4, GLenum(GL_FLOAT), GLboolean(GL_FALSE), 0, colors.baseAddress)
            glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
        }
    }

    // OpenGL's rows go from the bottom up, and have red where the texture has blue.
    var rows = [UInt32](repeating: 0, count: width * height)
    glReadPixels(0, 0, GLsizei(width), GLsizei(height), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &rows)
    texture.withPixels { bytes in
        for y in 0..<height {
            for x in 0..<width {
                let word = rows[(height - 1 - y) * width + x]
                let turned = word & 0xFF00_FF00 | (word & 0xFF) << 16 | word >> 16 & 0xFF
                bytes.storeBytes(of: turned, toByteOffset: (y * width + x) * 4, as: UInt32.self)
            }
        }
    }
}
